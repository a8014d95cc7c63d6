package io.snowkeeper.node.security;

import io.snowkeeper.node.CorpusTest;

class PolicyFuzzerTest extends CorpusTest {

    PolicyFuzzerTest() {
        super(
                "policy",
                PolicyFuzzer::fuzzerTestOneInput,
                "{",
                "}",
                "[",
                "]",
                "\"",
                ",",
                ":",
                "null",
                "-1",
                "1e999",
                "9".repeat(40),
                "\0",
                "\r\n",
                "\u00e9",
                "[".repeat(2_000));
    }
}
