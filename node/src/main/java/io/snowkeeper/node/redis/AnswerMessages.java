package io.snowkeeper.node.redis;

import io.netty.handler.codec.redis.RedisMessage;
import io.snowkeeper.core.business.Period;
import io.snowkeeper.node.redis.codec.IdsMessage;
import io.snowkeeper.node.redis.codec.Messages;
import io.snowkeeper.node.redis.codec.NullMessage;
import io.snowkeeper.node.redis.codec.SortableIdsMessage;
import io.snowkeeper.node.service.message.Answer;
import io.snowkeeper.node.service.message.IdFormat;
import io.snowkeeper.node.service.message.SequenceAnswer;
import io.snowkeeper.sequences.Grant;
import java.util.Arrays;
import java.util.List;

/** The messages of the service's answers. */
final class AnswerMessages {

    private AnswerMessages() {}

    /** Returns an id; of a public id or TypeID an array of both, the id and the text. */
    static RedisMessage one(Answer answer) {
        if (answer instanceof Answer.GeneratedSortable sortable) {
            return with(Messages.text(sortable.format().format(sortable.ids().get(0))), sortable.typeIds());
        }
        if (answer instanceof Answer.GeneratedInForm form) {
            return with(id(form.ids()[0], form.format()), form.publicIds());
        }
        Answer.Generated generated = (Answer.Generated) answer;
        return id(generated.id(), generated.format());
    }

    private static RedisMessage with(RedisMessage id, List<String> texts) {
        return texts.isEmpty() ? id : Messages.array(List.of(id, Messages.text(texts.get(0))));
    }

    private static RedisMessage id(long id, IdFormat format) {
        return format == IdFormat.STRING ? Messages.text(Long.toString(id)) : Messages.number(id);
    }

    /** Returns an array of ids; of public ids and TypeIDs one of both, the ids and the texts. */
    static RedisMessage all(Answer answer) {
        if (answer instanceof Answer.GeneratedSortable sortable) {
            return sortable.prefix().isEmpty()
                    ? new SortableIdsMessage(sortable.ids(), sortable.format())
                    : Messages.array(List.of(texts(sortable.texts()), texts(sortable.typeIds())));
        }
        if (answer instanceof Answer.GeneratedInForm form) {
            RedisMessage ids = Messages.array(Arrays.stream(form.ids())
                    .mapToObj(id -> id(id, form.format()))
                    .toList());
            return form.publicIds().isEmpty() ? ids : Messages.array(List.of(ids, texts(form.publicIds())));
        }
        Answer.GeneratedBatch batch = (Answer.GeneratedBatch) answer;
        return new IdsMessage(batch.runs(), batch.format());
    }

    /** Returns the last of numbers that follow each other. */
    static RedisMessage last(Answer answer) {
        return Messages.number(((SequenceAnswer.Granted) answer).grant().last());
    }

    /**
     * Returns an array of the numbers, and the reservation or null; of numbers with texts or a period also these texts, none if there is
     * no format, and the period or null.
     */
    static RedisMessage granted(Answer answer) {
        SequenceAnswer.Granted granted = (SequenceAnswer.Granted) answer;
        Grant grant = granted.grant();
        List<RedisMessage> numbers =
                Arrays.stream(grant.numbers()).mapToObj(Messages::number).toList();
        RedisMessage reservation = grant.reservation().map(Messages::text).orElse(NullMessage.NULL);
        if (granted.texts().isEmpty() && grant.period().isEmpty()) {
            return Messages.array(List.of(Messages.array(numbers), reservation));
        }
        return Messages.array(List.of(
                Messages.array(numbers),
                reservation,
                texts(granted.texts()),
                grant.period().map(Period::text).map(Messages::text).orElse(NullMessage.NULL)));
    }

    private static RedisMessage texts(List<String> texts) {
        return Messages.array(texts.stream().map(Messages::text).toList());
    }

    /** Returns an array of names. */
    static RedisMessage names(Answer answer) {
        return Messages.array(((SequenceAnswer.Listed) answer)
                .page().items().stream()
                        .map(sequence -> Messages.text(sequence.definition().name()))
                        .toList());
    }

    /** Returns a map of the answer's own fields. */
    static RedisMessage fields(Answer answer) {
        FieldMap fields = new FieldMap();
        answer.writeTo(fields);
        return fields.message();
    }
}
