enum CairnScreensModule {}
