enum CairnInterchangeModule {}
