package io.snowkeeper.sequences.engine;

import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.core.sequence.SequenceMode;
import io.snowkeeper.sequences.NextRequest;
import io.snowkeeper.sequences.Sequences;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/** Every call that a node's sequences take, with the text that it fails by after their end. */
final class EveryCall {

    static final NumberRange RANGE = new NumberRange(1, 1_000_000);

    static final Map<Function<Sequences, CompletionStage<?>>, String> CALLS = Map.of(
            sequences -> sequences.next(NextRequest.of("N")),
            "sequence N is no longer served, the node has stopped",
            sequences -> sequences.next(NextRequest.of("K").withKey("key")),
            "sequence K is no longer served, the node has stopped",
            sequences -> sequences.confirm("C", "x-1"),
            "sequence C is no longer served, the node has stopped",
            sequences -> sequences.append("A", RANGE),
            "sequences are no longer served, the node has stopped",
            sequences -> sequences.delete("D", OptionalLong.of(1)),
            "sequence D is no longer served, the node has stopped",
            sequences -> sequences.create(ServingNode.definition("M", SequenceMode.BLOCK, RANGE)),
            "sequences are no longer served, the node has stopped",
            sequences -> sequences.describe("Q"),
            "sequences are no longer served, the node has stopped",
            sequences -> sequences.list(Optional.empty(), 10),
            "sequences are no longer served, the node has stopped");

    private EveryCall() {}
}
