package io.snowkeeper.node.service.message;

import io.snowkeeper.core.sequence.FieldWriter;
import io.snowkeeper.core.sortable.SortableId;
import io.snowkeeper.core.text.SortableIdFormat;
import io.snowkeeper.embedded.id.IdRuns;
import java.util.List;

/** A writer of an answer's fields, in their order and in the format of a protocol. */
public interface AnswerFields extends FieldWriter {

    @Override
    default void numbers(String key, long[] values) {
        ids(key, values, IdFormat.NUMBER);
    }

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
