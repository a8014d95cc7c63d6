package io.snowkeeper.cli.options;

import picocli.CommandLine.Option;

/** Whether a program is to read the output. */
public final class JsonOption {

    @Option(names = "--json", description = "Print JSON, on one line.")
    private boolean json;

    public boolean isGiven() {
        return json;
    }
}
