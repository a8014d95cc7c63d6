package io.snowkeeper.cli.migrate.source;

import java.io.IOException;
import java.util.List;

/** The keys of a source that match a pattern, in pages: each once. What a key counts is read with its page. For one thread. */
public interface CounterPages extends AutoCloseable {

    /**
     * Returns about how many keys are to be looked at, whether they match or not.
     *
     * @throws IOException if the source cannot be read
     */
    long total() throws IOException;

    /** Returns about how many keys the pages so far have looked at; it may be some more than there are. */
    long looked();

    boolean hasNext();

    /**
     * Returns the keys of the next page, which may be none.
     *
     * @throws IOException if the source cannot be read any more
     */
    List<SourceKey> next() throws IOException;

    @Override
    void close() throws IOException;
}
