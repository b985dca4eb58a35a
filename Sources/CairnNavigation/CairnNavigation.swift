enum CairnNavigationModule {}
