enum CairnStoreModule {}
