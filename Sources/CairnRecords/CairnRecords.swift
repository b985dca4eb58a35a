enum CairnRecordsModule {}
