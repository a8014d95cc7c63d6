package io.snowkeeper.springtest.jpa;

import io.snowkeeper.spring.id.SnowkeeperId;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;

/** An entity whose id is a text, and is mapped by its getter. */
@Entity
class Document {

    private String id;
    private String text;

    Document() {}

    Document(String text) {
        this.text = text;
    }

    @Id
    @SnowkeeperId
    String getId() {
        return id;
    }

    void setId(String id) {
        this.id = id;
    }

    String getText() {
        return text;
    }

    void setText(String text) {
        this.text = text;
    }
}
