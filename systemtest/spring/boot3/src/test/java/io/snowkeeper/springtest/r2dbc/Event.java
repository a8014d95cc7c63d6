package io.snowkeeper.springtest.r2dbc;

import io.snowkeeper.spring.id.SnowkeeperId;
import java.util.UUID;
import org.springframework.data.annotation.Id;
import org.springframework.data.relational.core.mapping.Table;

@Table
record Event(@Id @SnowkeeperId UUID id, String text) {}
