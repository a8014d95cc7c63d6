package io.snowkeeper.node.cli;

import picocli.CommandLine.Option;

/** Whether a program is to read the output. */
final class JsonOption {

    @Option(names = "--json", description = "Print JSON, on one line.")
    private boolean json;

    boolean isGiven() {
        return json;
    }
}
