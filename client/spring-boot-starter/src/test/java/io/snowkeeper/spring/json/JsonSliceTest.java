package io.snowkeeper.spring.json;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.test.autoconfigure.json.JsonTest;

/** A test of an application's JSON alone, as those of its controllers alone have it, too. */
@JsonTest
class JsonSliceTest {

    @SpringBootConfiguration
    static class Application {}

    record Order(@IdAsText long id) {}

    @Test
    void idsAreTexts(@Autowired ObjectMapper mapper) throws Exception {
        assertThat(mapper.writeValueAsString(new Order(384316993592885248L)))
                .isEqualTo("{\"id\":\"384316993592885248\"}");
    }
}
