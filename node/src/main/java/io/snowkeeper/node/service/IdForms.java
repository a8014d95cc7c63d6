package io.snowkeeper.node.service;

import io.snowkeeper.core.ErrorCode;
import io.snowkeeper.core.Layout;
import io.snowkeeper.core.text.AnyId;
import io.snowkeeper.core.text.BitReversal;
import io.snowkeeper.core.text.PublicIds;
import io.snowkeeper.embedded.id.IdRuns;
import io.snowkeeper.node.service.message.Answer;
import io.snowkeeper.node.service.message.IdForm;
import io.snowkeeper.node.service.message.IdFormat;
import io.snowkeeper.node.service.message.Request;
import io.snowkeeper.node.service.message.RequestRefusedException;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The forms of ids other than the fleet's own: written into answers, and read from requests. Thread-safe.
 *
 * @param publicIds the keys that are in force
 */
record IdForms(Supplier<PublicIds> publicIds) {

    /** Returns a function to the answer with a single id in a form. */
    Function<IdRuns, Answer> answer(IdForm form, IdFormat format) {
        return answer(form, format, drawn -> OptionalLong.empty());
    }

    /** Returns a function to the answer with ids in a form. */
    Function<IdRuns, Answer> batch(IdForm form, IdFormat format, Layout layout) {
        return answer(form, format, drawn -> OptionalLong.of(drawn.highestSequence(layout)));
    }

    private Function<IdRuns, Answer> answer(IdForm form, IdFormat format, Function<IdRuns, OptionalLong> maxSequence) {
        Function<long[], long[]> ids = form.name() == IdForm.Name.REVERSED ? IdForms::reversed : plain -> plain;
        // Before ids are taken: a refused request costs none.
        Function<long[], List<String>> texts = texts(form);
        return drawn -> {
            long[] plain = drawn.toArray();
            return new Answer.GeneratedInForm(ids.apply(plain), texts.apply(plain), maxSequence.apply(drawn), format);
        };
    }

    private static long[] reversed(long[] ids) {
        return Arrays.stream(ids).map(BitReversal::of).toArray();
    }

    private Function<long[], List<String>> texts(IdForm form) {
        if (form.name() != IdForm.Name.PUBLIC) {
            return ids -> List.of();
        }
        PublicIds keys = publicIds.get();
        if (keys.isEmpty()) {
            throw new RequestRefusedException(
                    ErrorCode.NOT_SUPPORTED,
                    "there are no public ids here: the node was started without --public-id-keys");
        }
        PublicIds prefixed = keys.withPrefix(form.prefix());
        return ids -> Arrays.stream(ids).mapToObj(prefixed::format).toList();
    }

    /**
     * Reads an id.
     *
     * @param form the form that it does not show itself
     * @throws IllegalArgumentException if it is none
     */
    AnyId read(String id, IdForm.Name form) {
        try {
            return form == IdForm.Name.REVERSED ? AnyId.reversed(id) : AnyId.parse(id, publicIds.get());
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(Request.Decompose.RULE + e.getMessage(), e);
        }
    }
}
