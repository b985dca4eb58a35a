enum CairnAppModule {}
