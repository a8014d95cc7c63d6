package io.snowkeeper.cli.migrate;

import java.io.PrintWriter;

/** The progress of an import, a line now and then. For one thread. */
final class ImportProgress {

    private static final int KEYS = 100;
    private static final int PAGES = 100;

    private final PrintWriter out;
    private final long total;
    private long keys;
    private long pages;
    private long looked;

    /** @param total how many keys are to be looked at */
    ImportProgress(PrintWriter out, long total) {
        this.out = out;
        this.total = total;
    }

    /** Tells that a key that matches is done. */
    void keyDone() {
        keys++;
        if (keys % KEYS == 0) {
            print();
        }
    }

    /**
     * Tells that a page is done, whether it had such keys or not.
     *
     * @param lookedAt how many keys were looked at so far
     */
    void pageDone(long lookedAt) {
        pages++;
        looked = lookedAt;
        if (pages % PAGES == 0) {
            print();
        }
    }

    private void print() {
        out.println(
                "snowkeeper: %s keys done; about %s of %s looked at".formatted(keys, Math.min(total, looked), total));
        out.flush();
    }
}
