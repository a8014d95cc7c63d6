package io.snowkeeper.coordinator.sequence.engine;

import io.snowkeeper.coordinator.sequence.access.SequenceStore;
import io.snowkeeper.coordinator.sequence.catalogue.Catalogue;
import io.snowkeeper.coordinator.sequence.ranges.RangeRegistry;
import io.snowkeeper.coordinator.sequence.record.StateLimits;

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
