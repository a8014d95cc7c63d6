package io.snowkeeper.springtest.r2dbc;

import org.springframework.boot.autoconfigure.SpringBootApplication;

/** An application of Spring Data R2DBC. */
@SpringBootApplication
class R2dbcApplication {}
