/** Named sequences of numbers and their ledgers, on the coordinator's store. */
@org.jspecify.annotations.NullMarked
module io.snowkeeper.sequences {
    requires transitive io.snowkeeper.coordinator;
    requires com.fasterxml.jackson.databind;
    requires org.slf4j;
    requires static org.jspecify;

    exports io.snowkeeper.sequences;
    exports io.snowkeeper.sequences.fleet;
    exports io.snowkeeper.sequences.ledger to
            io.snowkeeper.node;

    opens io.snowkeeper.sequences.access to
            com.fasterxml.jackson.databind;
    opens io.snowkeeper.sequences.ranges to
            com.fasterxml.jackson.databind;
    opens io.snowkeeper.sequences.ledger to
            com.fasterxml.jackson.databind;
    opens io.snowkeeper.sequences.record to
            com.fasterxml.jackson.databind;
}
