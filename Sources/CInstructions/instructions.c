#include "instructions.h"
