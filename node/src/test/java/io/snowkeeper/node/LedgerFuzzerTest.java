package io.snowkeeper.node;

class LedgerFuzzerTest extends CorpusTest {

    LedgerFuzzerTest() {
        super(
                "ledger",
                LedgerFuzzer::fuzzerTestOneInput,
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
