package io.snowkeeper.node.service.message;

import io.snowkeeper.core.sortable.SortableId;
import io.snowkeeper.core.text.SortableIdFormat;
import io.snowkeeper.embedded.id.IdRuns;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.BiConsumer;

/** A writer of an answer's fields, in their order and in the format of a protocol. */
public interface AnswerFields {

    /** Adds a whole number. */
    void number(String key, long value);

    /** Adds a whole number, null if there is none. */
    void number(String key, OptionalLong value);

    /** Adds a text. */
    void text(String key, String value);

    /** Adds a text, null if there is none. */
    void text(String key, Optional<String> value);

    /** Adds a list of texts. */
    void texts(String key, List<String> values);

    /**
     * Adds a list of objects.
     *
     * @param writer adds the fields of one of them
     */
    <T> void objects(String key, List<T> values, BiConsumer<AnswerFields, T> writer);

    /** Adds a list of sortable ids, which may be long. */
    void sortableIds(String key, List<SortableId> ids, SortableIdFormat format);

    /** Adds true or false. */
    void flag(String key, boolean value);

    /** Adds an id. */
    void id(String key, long id, IdFormat format);

    /** Adds a list of ids. */
    void ids(String key, long[] ids, IdFormat format);

    /** Adds a list of ids, which may be long. */
    void ids(String key, IdRuns ids, IdFormat format);
}
