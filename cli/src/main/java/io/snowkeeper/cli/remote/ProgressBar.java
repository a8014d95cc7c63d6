package io.snowkeeper.cli.remote;

import java.io.PrintWriter;
import java.util.Locale;

/** How far something is, on one line of a terminal that is written over. */
final class ProgressBar {

    private static final int WIDTH = 40;

    private final PrintWriter out;
    private final long total;
    private int shown = -1;

    /** @param total how much there is to do, from 1 */
    ProgressBar(PrintWriter out, long total) {
        this.out = out;
        this.total = total;
    }

    /** Draws anew where a percent has changed; ends the line with the last one. */
    void show(long done) {
        double share = (double) done / total;
        int percent = (int) (share * 100);
        if (percent == shown) {
            return;
        }
        shown = percent;
        int filled = (int) (share * WIDTH);
        out.print(String.format(
                Locale.ROOT,
                "\r[%s%s] %3d %%  %,d of %,d",
                "#".repeat(filled),
                " ".repeat(WIDTH - filled),
                percent,
                done,
                total));
        if (done >= total) {
            out.println();
        }
        out.flush();
    }
}
