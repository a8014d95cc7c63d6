package io.snowkeeper.node.redis;

import io.snowkeeper.node.CorpusTest;

class RespFuzzerTest extends CorpusTest {

    RespFuzzerTest() {
        super(
                "redis",
                RespFuzzer::fuzzerTestOneInput,
                "\r\n",
                "\n",
                "\0",
                "*",
                "$",
                ":",
                "-1",
                "*0\r\n",
                "$-1\r\n",
                "$0\r\n\r\n",
                "*1\r\n$4\r\nPING\r\n",
                "*1\r\n$7\r\nID.NEXT\r\n",
                "*2\r\n$4\r\nINCR\r\n$1\r\nb\r\n",
                "*1\r\n$5\r\nMULTI\r\n",
                "*1\r\n$4\r\nEXEC\r\n",
                "*9223372036854775808\r\n",
                "$00000000000000000001\r\n",
                "\"",
                "'",
                "\\x",
                "\u00e9",
                "9".repeat(1_200));
    }
}
