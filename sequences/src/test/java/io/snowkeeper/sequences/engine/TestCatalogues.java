package io.snowkeeper.sequences.engine;

import io.snowkeeper.sequences.access.SequenceStore;
import io.snowkeeper.sequences.catalogue.Catalogue;
import io.snowkeeper.sequences.ranges.RangeRegistry;
import io.snowkeeper.sequences.record.StateLimits;

/** Catalogues by which tests make sequences beside the nodes. */
final class TestCatalogues {

    private TestCatalogues() {}

    static Catalogue of(SequenceStore tree) {
        return of(tree, StateLimits.DEFAULT);
    }

    static Catalogue of(SequenceStore tree, StateLimits limits) {
        return new Catalogue(tree, registry(tree), limits);
    }

    static RangeRegistry registry(SequenceStore tree) {
        return new RangeRegistry(tree);
    }
}
