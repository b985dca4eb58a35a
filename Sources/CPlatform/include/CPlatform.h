#pragma once
int platform_placeholder(void);
