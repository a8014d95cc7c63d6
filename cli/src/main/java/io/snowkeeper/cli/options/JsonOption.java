package io.snowkeeper.cli.options;

import picocli.CommandLine.Option;

/** The option that asks for output for programs. */
public final class JsonOption {

    @Option(names = "--json", fallbackValue = "true", description = "Print JSON, on one line.")
    private boolean json;

    public boolean isGiven() {
        return json;
    }
}
