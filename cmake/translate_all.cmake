# One source that includes what `vellum translate` wrote into FOLDER.
file(GLOB files RELATIVE ${FOLDER} ${FOLDER}/*.cpp)
list(SORT files)
list(TRANSFORM files REPLACE "(.+)" "#include \"\\1\"\n")
list(JOIN files "" text)
file(WRITE ${FOLDER}/all.cpp "${text}")
