#![no_main]
libfuzzer_sys::fuzz_target!(|data: &[u8]| sito_fuzz::body(data));
