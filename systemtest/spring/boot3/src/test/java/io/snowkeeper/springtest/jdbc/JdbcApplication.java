package io.snowkeeper.springtest.jdbc;

import org.springframework.boot.autoconfigure.SpringBootApplication;

/** An application of Spring Data JDBC. */
@SpringBootApplication
class JdbcApplication {}
