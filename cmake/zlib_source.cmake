# zlib from Debian's source, for WebAssembly. It is C of the days before prototypes, about which compilers have much to say.
set(zlib_source ${PROJECT_SOURCE_DIR}/build/debian-source/zlib)
set(zlib_sources adler32.c crc32.c deflate.c inffast.c inflate.c inftrees.c trees.c zutil.c)
list(TRANSFORM zlib_sources PREPEND ${zlib_source}/)
set_source_files_properties(${zlib_sources} PROPERTIES COMPILE_OPTIONS -w)
