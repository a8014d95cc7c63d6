package io.snowkeeper.springtest.jdbc;

import io.snowkeeper.spring.id.SnowkeeperId;
import org.springframework.data.annotation.Id;
import org.springframework.data.relational.core.mapping.Table;

/** An aggregate that is changed in place. */
@Table
class Parcel {

    @Id
    @SnowkeeperId
    private String id;

    private String text;

    String getId() {
        return id;
    }

    void setText(String text) {
        this.text = text;
    }

    String getText() {
        return text;
    }
}
