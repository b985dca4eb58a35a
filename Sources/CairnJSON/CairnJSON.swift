enum CairnJSONModule {}
