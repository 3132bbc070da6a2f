// There is nothing here that others see.
