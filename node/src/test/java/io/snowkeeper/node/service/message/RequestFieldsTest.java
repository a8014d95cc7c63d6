package io.snowkeeper.node.service.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.snowkeeper.node.service.message.FieldValue.Type;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RequestFieldsTest {

    private final RequestFields fields = new RequestFields();

    @Test
    void aWordIsAStringOrAnIntegerAsIsAskedFor() {
        fields.put(RequestKey.COUNT, FieldValue.word("5"));

        assertThat(fields.integer(RequestKey.COUNT, 1, 9)).isEqualTo(5);
        assertThat(fields.number(RequestKey.COUNT)).isEqualTo(5);
        assertThat(fields.text(RequestKey.COUNT, 9)).isEqualTo("5");
        assertThat(fields.isText(RequestKey.COUNT, "5")).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "-", "+5", "5.0", " 5", "0x5", "\u0665", "99999999999999999999"})
    void aWordThatIsNoIntegerIsShownAsItIs(String word) {
        fields.put(RequestKey.COUNT, FieldValue.word(word));

        assertThatExceptionOfType(RequestRefusedException.class)
                .isThrownBy(() -> fields.integer(RequestKey.COUNT, 1, 9))
                .withMessage("count must be an integer from 1 to 9: count=" + word);
    }

    @Test
    void aStringIsAnIdButNoInteger() {
        fields.put(RequestKey.ID, new FieldValue(Type.STRING, "7"));

        assertThat(fields.id()).isEqualTo("7");
        assertThatExceptionOfType(RequestRefusedException.class)
                .isThrownBy(() -> fields.integer(RequestKey.ID, 1, 9))
                .withMessage("id must be an integer from 1 to 9: id=\"7\"");
    }

    @Test
    void anIntegerIsNoString() {
        fields.put(RequestKey.SEQUENCE, new FieldValue(Type.INTEGER, "7"));

        assertThatExceptionOfType(RequestRefusedException.class)
                .isThrownBy(() -> fields.text(RequestKey.SEQUENCE, 9))
                .withMessage("sequence must be a string of 1 to 9 characters: sequence=7");
    }

    @Test
    void whatAProtocolTakesForGrantedDoesNotReplaceWhatIsGiven() {
        fields.put(RequestKey.FORMAT, FieldValue.word("number"))
                .otherwise(RequestKey.FORMAT, "string")
                .otherwise(RequestKey.COUNT, "1");

        assertThat(fields.format()).isEqualTo(IdFormat.NUMBER);
        assertThat(fields.integer(RequestKey.COUNT, 1, 9)).isEqualTo(1);
    }

    @Test
    void ofIdsTheLastOnesCount() {
        fields.beginIds();
        fields.addId(FieldValue.OBJECT);
        fields.beginIds();
        for (int i = 0; i < 100; i++) {
            fields.addId(FieldValue.word(Integer.toString(i)));
        }

        assertThat(fields.ids()).hasSize(100).startsWith(0, 1).endsWith(99);

        fields.put(RequestKey.IDS, FieldValue.NULL);

        assertThatExceptionOfType(RequestRefusedException.class)
                .isThrownBy(fields::ids)
                .withMessage("ids must be an array of 64-bit integers, as numbers or decimal strings: ids=null");
    }
}
