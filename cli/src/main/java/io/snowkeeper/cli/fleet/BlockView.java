package io.snowkeeper.cli.fleet;

import java.io.PrintWriter;

/** A view that appends what is known after each look, as text for a file or another program. */
final class BlockView implements WatchView {

    private final PrintWriter out;

    BlockView(PrintWriter out) {
        this.out = out;
    }

    @Override
    public boolean show(WatchedFleet fleet) {
        WatchText.lines(fleet).forEach(out::println);
        out.println();
        return !out.checkError();
    }
}
