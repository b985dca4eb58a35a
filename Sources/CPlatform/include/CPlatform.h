#pragma once

#include "checksum.h"
#include "files.h"
#include "terminal.h"
