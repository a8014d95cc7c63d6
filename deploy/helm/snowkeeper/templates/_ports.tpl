{{/* The ports of the Service and of the headless one. */}}
{{- define "snowkeeper.servicePorts" -}}
- name: line
  port: {{ .Values.service.linePort }}
  targetPort: line
- name: http
  port: {{ .Values.service.httpPort }}
  targetPort: http
{{- if .Values.service.redisPort }}
- name: redis
  port: {{ .Values.service.redisPort }}
  targetPort: redis
{{- end }}
{{- end -}}
