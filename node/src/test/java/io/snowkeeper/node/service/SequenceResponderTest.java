package io.snowkeeper.node.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowkeeper.core.ErrorCode;
import io.snowkeeper.core.UnavailableReason;
import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.core.sequence.SequenceDefinition;
import io.snowkeeper.core.sequence.SequenceMode;
import io.snowkeeper.core.sequence.SequenceOptions;
import io.snowkeeper.node.service.message.Answer;
import io.snowkeeper.node.service.message.IdFormat;
import io.snowkeeper.node.service.message.Reply;
import io.snowkeeper.node.service.message.SequenceRequest;
import io.snowkeeper.sequences.NextRequest;
import io.snowkeeper.sequences.SequenceExistsException;
import io.snowkeeper.sequences.SequencePreconditionException;
import io.snowkeeper.sequences.SequenceUnavailableException;
import io.snowkeeper.sequences.Sequences;
import io.snowkeeper.sequences.UnknownSequenceException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class SequenceResponderTest {

    private static final SequenceDefinition BLOCK = new SequenceDefinition(
            "visits", SequenceMode.BLOCK, List.of(new NumberRange(1, Long.MAX_VALUE)), SequenceOptions.DEFAULT);

    private final List<Answer> answered = new ArrayList<>();

    /** Asks for a number of a sequence that there is not, and whose creation fails. */
    private Reply next(RuntimeException refused) {
        Sequences sequences = (Sequences) Proxy.newProxyInstance(
                Sequences.class.getClassLoader(),
                new Class<?>[] {Sequences.class},
                (proxy, method, arguments) -> CompletableFuture.failedFuture(
                        method.getName().equals("create") ? refused : new UnknownSequenceException("visits")));
        SequenceRequest.Next request = new SequenceRequest.Next(
                new NextRequest("visits", 1, Optional.empty(), Optional.empty(), true, Optional.empty()),
                IdFormat.NUMBER,
                Optional.of(new SequenceRequest.Next.Creation(BLOCK, answered::add)));
        return new SequenceResponder(() -> Optional.of(sequences)).begin(request, SequenceResponder::next);
    }

    @Test
    void aCreationThatZooKeeperHasNotAnsweredIsTold() {
        Reply reply = next(new SequenceUnavailableException(UnavailableReason.ZOOKEEPER_AWAY, "no answer"));

        assertThat(answered)
                .containsExactly(Answer.Refusal.forNow(UnavailableReason.ZOOKEEPER_AWAY, "no answer"))
                .isEqualTo(List.of(reply));
    }

    @Test
    void aCreationThatDoesNotFitIsTold() {
        Reply reply = next(new SequencePreconditionException("too many"));

        assertThat(answered)
                .containsExactly(new Answer.Refusal(ErrorCode.PRECONDITION_FAILED, "too many"))
                .isEqualTo(List.of(reply));
    }

    @Test
    void aSequenceThatSomebodyElseHasJustCreatedIsNotTold() {
        var unused = next(new SequenceExistsException("there is one"));

        assertThat(answered).isEmpty();
    }
}
