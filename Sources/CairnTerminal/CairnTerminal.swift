enum CairnTerminalModule {}
