enum CairnKitModule {}
