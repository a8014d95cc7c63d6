package io.snowkeeper.springtest.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowkeeper.springtest.Applications;
import org.junit.jupiter.api.Test;
import org.springframework.context.ConfigurableApplicationContext;

/** Ids in the JSON of a web application, whichever Jackson its Spring Boot has. */
class JsonIT {

    /** No server is contacted. */
    private static final String SERVERS = "snowkeeper.servers=127.0.0.1:1";

    @Test
    void aBrowserGetsTextsAndMaySendBoth() throws Exception {
        try (ConfigurableApplicationContext application = Applications.serve(WebApplication.class, SERVERS)) {
            Http http = Http.to(application);

            String texts = "{\"id\":\"384316993592885248\",\"former\":\"384316993592885249\"}";
            assertThat(http.get("/order").body()).isEqualTo(texts);
            String both = "384316993592885248 384316993592885249";
            assertThat(http.post("/order", texts).body()).isEqualTo(both);
            assertThat(http.post("/order", texts.replace("\"3", "3").replaceAll("([89])\"", "$1"))
                            .body())
                    .isEqualTo(both);
        }
    }

    @Test
    void anApplicationMayHaveItsIdsAsNumbers() throws Exception {
        try (ConfigurableApplicationContext application =
                Applications.serve(WebApplication.class, SERVERS, "snowkeeper.json.ids-as-text=false")) {
            assertThat(Http.to(application).get("/order").body())
                    .isEqualTo("{\"id\":384316993592885248,\"former\":\"384316993592885249\"}");
        }
    }
}
