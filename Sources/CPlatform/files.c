#include "CPlatform.h"
int platform_placeholder(void) { return 1; }
