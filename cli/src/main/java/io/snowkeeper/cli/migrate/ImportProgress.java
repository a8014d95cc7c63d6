package io.snowkeeper.cli.migrate;

import io.snowkeeper.cli.migrate.redis.RedisKeys;
import java.io.PrintWriter;

/** The progress of an import, a line now and then. For one thread. */
final class ImportProgress {

    private static final int KEYS = 100;
    private static final int PAGES = 100;

    private final PrintWriter out;
    private final long total;
    private long keys;
    private long pages;

    /** @param total how many keys the database has */
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

    /** Tells that a page is done, whether it had such keys or not. */
    void pageDone() {
        pages++;
        if (pages % PAGES == 0) {
            print();
        }
    }

    private void print() {
        out.println("snowkeeper: %d keys done; about %d of %d of the database looked at"
                .formatted(keys, Math.min(total, pages * RedisKeys.PAGE), total));
        out.flush();
    }
}
