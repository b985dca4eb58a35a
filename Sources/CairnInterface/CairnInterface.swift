enum CairnInterfaceModule {}
