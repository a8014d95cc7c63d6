package io.snowkeeper.sequences.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.core.sequence.SequenceDefinition;
import io.snowkeeper.core.sequence.SequenceMode;
import io.snowkeeper.core.sequence.SequenceOptions;
import io.snowkeeper.sequences.NextRequest;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A node with numbers of a block when another node deletes the sequence. */
class DeletedBlockTest {

    private static final SequenceDefinition BLOCKS = new SequenceDefinition(
            "A", SequenceMode.BLOCK, List.of(new NumberRange(1, 1_000)), SequenceOptions.DEFAULT);

    private final ManualFleet fleet = new ManualFleet();

    @AfterEach
    void stop() {
        fleet.close();
    }

    private void deleteByTheOther() {
        fleet.get(fleet.node.create(BLOCKS));
        fleet.get(fleet.node.next(NextRequest.of("A")));
        OptionalLong next = fleet.get(fleet.other.describe("A")).next();
        fleet.get(fleet.other.delete("A", next));
    }

    @Test
    void itLooksForNoFurtherBlockAndComesToRest() {
        // Each look at the store is made at a time of its own, as with a real stopwatch.
        fleet.time.tickNanos = 1;
        deleteByTheOther();

        fleet.pass();
    }

    @Test
    void itServesTheNextSequenceOfTheNameFromItsBeginning() {
        fleet.time.tickNanos = 1;
        deleteByTheOther();
        fleet.get(fleet.other.create(BLOCKS));

        assertThat(fleet.get(fleet.node.next(NextRequest.of("A"))).first()).isOne();
    }
}
