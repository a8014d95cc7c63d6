package io.snowkeeper.cli.migrate.source;

import java.util.List;

/** Keys that have been read already, in pages. For one thread. */
public final class KeyList implements CounterPages {

    private static final int PAGE = 100;

    private final List<SourceKey> keys;
    private int looked;

    /** @param keys in the order in which they are to come */
    public KeyList(List<? extends SourceKey> keys) {
        this.keys = List.copyOf(keys);
    }

    @Override
    public long total() {
        return keys.size();
    }

    @Override
    public long looked() {
        return looked;
    }

    @Override
    public boolean hasNext() {
        return looked < keys.size();
    }

    @Override
    public List<SourceKey> next() {
        int from = looked;
        looked = Math.min(keys.size(), from + PAGE);
        return keys.subList(from, looked);
    }

    /** Does nothing: what it was read from is closed already. */
    @Override
    public void close() {}
}
