enum CairnFilesModule {}
